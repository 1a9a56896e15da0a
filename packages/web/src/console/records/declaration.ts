/** What is known of a resource. `declarations.ts` of this package makes it from the OpenAPI document. */
export type Kind =
  | 'text'
  | 'long'
  | 'number'
  | 'flag'
  | 'choice'
  | 'moment'
  | 'email'
  | 'link'
  | 'image'
  | 'file'
  | 'color'
  | 'zone'
  | 'password'
  | 'data'

export interface Field {
  name: string
  kind: Kind
  about: string
  choices?: string[]
  isNullable: boolean
  isRequired: boolean
  isRead: boolean
  inCreate: boolean
  inUpdate: boolean
}

export interface Relation {
  name: string
  /** The type that it leads to. */
  target: string
  isMany: boolean
  about: string
  isRequired: boolean
  inCreate: boolean
  inUpdate: boolean
}

export interface Declaration {
  type: string
  /** Such as `session-types`: the name in addresses, of the service and of the console. */
  path: string
  about: string
  /** One record for the whole installation. */
  isSingle: boolean
  /** Whether an event has any, and how many. */
  ofEvent: 'none' | 'one' | 'many'
  canList: boolean
  canCreate: boolean
  canUpdate: boolean
  canDelete: boolean
  fields: Field[]
  relations: Relation[]
}
