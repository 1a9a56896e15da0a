/** How the reference page is divided: one tag for each resource, a few for the plain routes, in groups. */
import type { Model, Models } from '../../jsonapi/model.ts'
import { inReadingOrder } from '../../resources/reading-order.ts'

/** The plain routes whose first word is not the path of a resource. */
const PLAIN: Record<string, string> = {
  tasks: 'tasks',
  upload: 'files',
  media: 'files',
  auth: 'log-in',
}
const PLAIN_TAGS: Record<string, string> = {
  tasks: 'Track the progress of exports, imports and copies.',
  files: 'Upload and download files and images.',
  'log-in': 'Tokens, passwords and e-mail addresses of accounts.',
  operation: 'Health, metrics and this document.',
}

export function tagOf(url: string, models: Models): string {
  const [word = ''] = url
    .split('/')
    .filter((part) => part !== '' && part !== 'v1')
    .map((part) => part.replaceAll('_', '-'))
  const model = [...models.values()].find(({ declaration }) =>
    [declaration.path, ...(declaration.aliases ?? [])].includes(`/${word}`),
  )
  return model?.type ?? PLAIN[word] ?? 'operation'
}

interface Tags {
  tags: { name: string; description: string }[]
  /** Understood by the common reference pages. */
  'x-tagGroups': { name: string; tags: string[] }[]
}

export function tagsOf(models: Models): Tags {
  const all = [...models.values()]
  const types = (holds: (model: Model) => boolean) =>
    inReadingOrder(all.filter(holds).map(({ type }) => type))
  const isOfEvent = ({ type, declaration }: Model) => type === 'event' || !!declaration.belongsTo?.event
  const isOfUser = ({ type, declaration }: Model) => type === 'user' || !!declaration.belongsTo?.user
  const isOfTask = ({ declaration }: Model) => 'task' in declaration.fields
  const groups = [
    { name: 'Events', tags: types((model) => isOfEvent(model) && !isOfTask(model)) },
    { name: 'Tasks and files', tags: ['tasks', ...types(isOfTask), 'files'] },
    { name: 'Accounts', tags: ['log-in', ...types((model) => isOfUser(model) && !isOfEvent(model))] },
    { name: 'Administration', tags: types((model) => !isOfUser(model) && !isOfEvent(model)) },
    { name: 'Operation', tags: ['operation'] },
  ]
  const describe = (name: string) => PLAIN_TAGS[name] ?? models.get(name)!.declaration.about
  const tags = groups.flatMap((group) => group.tags).map((name) => ({ name, description: describe(name) }))
  return { tags, 'x-tagGroups': groups }
}
