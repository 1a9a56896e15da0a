/** Takes the value in place of a fault with one of these codes; every other fault rises. */
export function forgive<T>(value: T, ...codes: string[]): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (codes.includes(error.code ?? '')) return value
    throw error
  }
}
