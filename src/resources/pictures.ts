/** The picture of a record, and the smaller ones that are made of it. */
export interface Pictures {
  /** The field that a client sets. */
  source: string
  /** The fields that get the stored original. */
  originals: string[]
  /** The fields of the variants, each with the settings of its size. */
  variants: Record<string, SizeSetting>
  /** The table of these settings, which has one row. */
  settings: string
}

/** The columns of the settings of one variant. Without a height, or where the aspect is kept, it follows from the width. */
export interface SizeSetting {
  width: string
  height?: string
  aspect?: string
  quality: string
}
