/** What a code takes off the price of one ticket. Reckoned in cents, because sums of fractions are not exact. */

export interface Discounted {
  /** The id of the ticket. */
  ticket: string
  price: number
  discount: number
  pays: number
}

export interface Discount {
  type: 'amount' | 'percent'
  value: number
}

export function discountOf(
  { type, value }: Discount,
  ticket: { id: string; price: number | null },
): Discounted {
  const price = toCents(ticket.price ?? 0)
  const off = type === 'percent' ? Math.round((price * value) / 100) : toCents(value)
  // A price may have been lowered since the code was made.
  const discount = Math.min(price, off)
  return { ticket: ticket.id, price: price / 100, discount: discount / 100, pays: (price - discount) / 100 }
}

function toCents(sum: number): number {
  return Math.round(sum * 100)
}
