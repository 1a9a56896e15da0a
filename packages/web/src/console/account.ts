/** The account that is logged in, for every page of the console. */
import { createContext, useContext } from 'react'
import type { Account } from '../browser/service.ts'

const AccountContext = createContext<Account | undefined>(undefined)
export const AccountProvider = AccountContext.Provider

export function useAccount(): Account {
  return useContext(AccountContext)!
}
