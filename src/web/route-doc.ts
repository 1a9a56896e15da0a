/** The documentation of a plain route for the OpenAPI document. */
export interface RouteDoc {
  summary: string
  /** The JSON body, as a JSON Schema. */
  body?: object
  /** Whether the body may be left out. */
  isBodyOptional?: boolean
  /** The parts of a multipart body, as a JSON Schema. */
  multipart?: object
  /** Query parameters, each with its JSON Schema. */
  query?: Record<string, object>
  /** The response as a JSON Schema; absent if it has no JSON body. */
  answer?: object
  /** Responses of the same shape with other statuses, and the meaning of each. */
  also?: Record<number, string>
  /** The media types of a response that is not JSON. */
  media?: string[]
  /** Request and response are JSON:API documents. */
  jsonapi?: boolean
  /** The media type of a JSON request and response, if it is not the usual one. */
  mediaType?: string
  /** The status of a success; 200 by default. */
  status?: string
  /** Headers that it reads, each with what it does. */
  headers?: Record<string, string>
  example?: RouteExample
}

/**
 * A request that works in an installation with the demo conference. `$NAME` stands for what only the caller knows, such as
 * a password or the id of a task.
 */
export interface RouteExample {
  /** The parameters of the path; an id is 1 unless said. */
  path?: Record<string, string>
  /** The body. In a form, `@notes.txt` is a file. */
  body?: unknown
  /** The token to send, where it is not the usual one. */
  token?: string
}

const text = { type: 'string', minLength: 1 }

/** An object that has exactly these members, all of them. */
export function members(properties: Record<string, object>, required = Object.keys(properties)): object {
  return { type: 'object', properties, required }
}

export const texts = (...names: string[]) => members(Object.fromEntries(names.map((name) => [name, text])))
