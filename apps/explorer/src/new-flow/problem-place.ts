/**
 * Names the part of a draft that a problem is about, such as `Interval` or `Message 2: to address`.
 *
 * @param path for example `interval` or `msgs[1].to_address`
 */
export function problemPlace(path: string): string {
  const parts = path.split('.')
  const named = parts.filter(part => !groups.has(part) || part === parts.at(-1)).map(nameOf)
  const text = named.join(': ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** These parts only group others, so their names add nothing. */
const groups: ReadonlySet<string> = new Set(['conditions', 'configuration', 'trustlessAgent'])

function nameOf(part: string): string {
  const [, list = '', index = ''] = /^(\w+)\[(\d+)\]$/.exec(part) ?? []
  if (!list) return names[part] ?? wordsOf(part)
  const place = Number(index) + 1
  return itemNames[list] ? `${itemNames[list]} ${place}` : `${wordsOf(list)}, item ${place}`
}

/** The fields of the form have these labels. */
const names: Readonly<Record<string, string>> = {
  agentAddress: 'agent',
  connectionId: 'connection',
  feeFunds: 'deposit into the fee account',
  msgs: 'messages',
  msgsIndex: 'message',
  startAt: 'first run',
  stopOnFailure: 'stop after a failure',
}

const itemNames: Readonly<Record<string, string>> = {
  comparisons: 'comparison',
  feedbackLoops: 'feedback loop',
  msgs: 'message',
}

/** Splits `to_address` and `responseKey` into words. */
function wordsOf(name: string): string {
  return name
    .replaceAll('_', ' ')
    .replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
    .trim()
}
