/** What a plain route says about itself in the OpenAPI document. */
export interface RouteDoc {
  summary: string
  /** The JSON body, as a JSON Schema. */
  body?: object
  /** Whether the body may be left out. */
  isBodyOptional?: boolean
  /** The parts of a multipart body, as a JSON Schema. */
  multipart?: object
  /** Query words, each with its JSON Schema. */
  query?: Record<string, object>
  /** The answer, as a JSON Schema; absent when it has no JSON body. */
  answer?: object
  /** Answers of the same shape with other statuses, and what each means. */
  also?: Record<number, string>
  /** The media types of an answer that is not JSON. */
  media?: string[]
  /** Body and answer are documents of JSON:API. */
  jsonapi?: boolean
  /** Of a success; 200 unless said. */
  status?: string
  /** Headers that it reads, each with what it does. */
  headers?: Record<string, string>
}

const text = { type: 'string', minLength: 1 }

/** An object that has exactly these members, all of them. */
export function members(properties: Record<string, object>, required = Object.keys(properties)): object {
  return { type: 'object', properties, required }
}

export const texts = (...names: string[]) => members(Object.fromEntries(names.map((name) => [name, text])))
