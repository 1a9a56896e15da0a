/** Finds the files of an archive in a zip, even if someone zipped the folder or renamed the files. */
import { TaskError } from '../tasks/worker.ts'

interface Members {
  /** The member that contains this file of the archive. */
  holding(file: string): string | undefined
  /** The member at a path within the archive. */
  at(path: string): string | undefined
  /** The members that are not files of the archive. */
  unread: string[]
}

/** The files of the archive are beside `root`, be it in a folder or not. Exact names win over similar ones. */
export function findMembers(names: ReadonlySet<string>, root: string, files: readonly string[]): Members {
  const all = new Map([...names].map((name) => [name.replace(/^(\.\/)+/, ''), name]))
  const seen = [...all.keys()].filter((path) => !isHidden(path))
  const folder = folderOf(root, seen)
  const beside = seen
    .filter((path) => path.startsWith(folder) && !path.includes('/', folder.length))
    .map((path) => path.slice(folder.length))
  const found = new Map([root, ...files].map((file) => [file, nameOf(file, beside)]))
  const read = new Set(found.values())
  const at = (path: string) => all.get(folder + path)
  return {
    at,
    holding(file) {
      const name = found.get(file)
      return name === undefined ? undefined : at(name)
    },
    unread: beside.filter((name) => !read.has(name)),
  }
}

/** What systems put into zips for themselves. */
function isHidden(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX')
}

function folderOf(root: string, paths: string[]): string {
  const folders = new Set(
    paths
      .filter((path) => isLike(root, path.slice(path.lastIndexOf('/') + 1)))
      .map((path) => path.slice(0, path.lastIndexOf('/') + 1)),
  )
  if (folders.has('')) return ''
  if (folders.size > 1) throw new TaskError(`The archive contains the file "${root}" in several folders.`)
  const [folder] = folders
  if (folder === undefined) throw new TaskError(`The archive has no file "${root}".`)
  return folder
}

function nameOf(file: string, names: string[]): string | undefined {
  if (names.includes(file)) return file
  const [name, other] = names.filter((one) => isLike(file, one))
  if (other !== undefined)
    throw new TaskError(`The archive contains the file "${file}" as both ${name} and ${other}.`)
  return name
}

/** `session_types` may be called `session-types`, `sessionTypes` or `Session_Types.JSON`. */
function isLike(file: string, name: string): boolean {
  return lettersOf(name.replace(/\.json$/i, '')) === lettersOf(file)
}

function lettersOf(name: string): string {
  return name.replace(/[-_]/g, '').toLowerCase()
}
