/** The names of networks as they write themselves. */
const KNOWN: Record<string, string> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  linkedin: 'LinkedIn',
  youtube: 'YouTube',
}

/** A name that was typed in its own way stays as it is. */
export function networkName(name: string): string {
  if (!/^[a-z]+$/.test(name)) return name
  return KNOWN[name] ?? name.charAt(0).toUpperCase() + name.slice(1)
}
