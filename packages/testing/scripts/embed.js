/** Writes a recording to src/demo/recorded.ts so that browsers can load it. Run with `npm run embed`. */
import { readFileSync, writeFileSync } from 'node:fs'

const exchanges = JSON.parse(readFileSync(new URL('../recordings/v1-interchain/state.json', import.meta.url), 'utf8'))
const bodies = Object.fromEntries(exchanges.map(({ request, response }) => [request.path, response.body]))
const text = `// Written by scripts/embed.js from recordings/v1-interchain/state.json.

/** The headers of all responses. */
export const headers = ${JSON.stringify(exchanges[0].response.headers)}

/** The bodies of all responses by path. */
export const bodies = ${JSON.stringify(bodies)}
`
writeFileSync(new URL('../src/demo/recorded.ts', import.meta.url), text)
