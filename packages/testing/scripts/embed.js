/** Writes a recording to src/demo/recorded.ts so that browsers can load it. Run with `node scripts/embed.js`. */
import { readFileSync, writeFileSync } from 'node:fs'

const exchanges = JSON.parse(readFileSync(new URL('../recordings/v1-interchain/state.json', import.meta.url), 'utf8'))
const lines = exchanges.map(exchange => `  ${JSON.stringify(exchange)},`)
const text = `// Written by scripts/embed.js from recordings/v1-interchain/state.json.
import type { Exchange } from '../recording.js'

/** The whole intent state of a recorded \`v1\` node that a relayer connected to a second chain. */
export const recordedExchanges: readonly Exchange[] = [
${lines.join('\n')}
]
`
writeFileSync(new URL('../src/demo/recorded.ts', import.meta.url), text)
