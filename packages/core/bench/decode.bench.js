import { readFileSync } from 'node:fs'
import { decode } from '../dist/decode.js'
import { v1 } from '../dist/index.js'
import { parseResponse } from '../dist/request/response.js'
import { median, rounded, timeOf } from './measure.js'

// Compares JSON.parse with reading a response that contains 1,000 recorded flows. The two alternate, and each round has its own ratio,
// so the median ratio hardly depends on the machine and its load.

const rounds = 400
const response = new Response()

const recordings = [
  ['v1/65000-flows.json', 'every optional field'],
  ['v1-interchain/state.json', 'a real chain'],
]

const rows = recordings.map(([file, what]) => {
  const text = thousandFlows(file)
  const parsing = []
  const decoding = []
  const ratios = []
  for (let round = 0; round < rounds; round++) {
    parsing.push(timeOf(() => JSON.parse(text)))
    decoding.push(
      timeOf(() => decode(parseResponse(file, response, text), body => v1.mappers.flows(body, false), file)),
    )
    ratios.push(decoding[round] / parsing[round])
  }
  return {
    'recorded flows': what,
    kB: Math.round(text.length / 1_000),
    'JSON.parse, ms': rounded(median(parsing)),
    'with decode, ms': rounded(median(decoding)),
    ratio: rounded(median(ratios)),
    'at most': 1.25,
  }
})

console.table(rows)

function thousandFlows(file) {
  const exchanges = JSON.parse(readFileSync(new URL(`../../testing/recordings/${file}`, import.meta.url), 'utf8'))
  const { response } = exchanges.find(({ request }) => request.path.includes('/v1/flows?'))
  const { flows } = JSON.parse(response.body)
  const thousand = Array.from({ length: 1_000 }, (_, index) => ({ ...flows[index % flows.length], id: `${index + 1}` }))
  return JSON.stringify({ flows: thousand, pagination: { next_key: null, total: '0' } })
}
