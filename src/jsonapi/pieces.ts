import type { Room } from './room.ts'

/** How many characters are kept as text before they become bytes, which do not count against the heap. */
const PIECE = 256 * 1024

/** A text that is put together piece by piece, and counted. */
export class Pieces {
  private readonly room: Room | undefined
  private readonly done: Buffer[] = []
  private text = ''

  constructor(room: Room | undefined) {
    this.room = room
  }

  add(text: string): void {
    this.text += text
    if (this.text.length >= PIECE) this.turn()
  }

  toBuffer(): Buffer {
    this.turn()
    return this.done.length === 1 ? this.done[0]! : Buffer.concat(this.done)
  }

  private turn(): void {
    const bytes = Buffer.from(this.text)
    this.room?.write(bytes.length)
    this.done.push(bytes)
    this.text = ''
  }
}
