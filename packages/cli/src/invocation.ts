import type { Terminal } from './terminal/terminal.js'

/** Returns the start of a command as the user types it, so that printed commands can be pasted. npm sets the variables. */
export function programName({ npm_lifecycle_event: event, npm_lifecycle_script: script }: Terminal['env']): string {
  if (event === 'npx') return 'npx @flow-query/cli'
  return event === 'cli' && script === 'node scripts/cli.js' ? 'npm run cli --' : 'flow-query'
}

/** Changes the name of the program in all commands of a text. */
export function asTyped(text: string, env: Terminal['env']): string {
  return text.replace(/(?<=run: |^ {2}|\| )flow-query(?= )/gm, programName(env))
}
