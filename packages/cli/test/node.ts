import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  createLcd,
  type Lcd,
  type LcdOptions,
  replayRecordings,
  stateFromRecording,
  type Version,
} from '@flow-query/testing'
import { type ServedLcd, serveLcd } from '@flow-query/testing/serve'

export interface TestNode {
  lcd: Lcd
  served: ServedLcd
  /** The block time of the recorded state. */
  at: number
}

const served: Pick<ServedLcd, 'close'>[] = []

/** Serves the recorded state of a real node. Its clock does not advance. */
export async function recordedNode(version: Version): Promise<TestNode> {
  const file = new URL(`../../testing/recordings/${version}-interchain/state.json`, import.meta.url)
  const state = stateFromRecording(JSON.parse(readFileSync(file, 'utf8')))
  return { ...(await serve({ version, state })), at: Date.parse(state.time) }
}

/** Serves the recorded responses of both chains at the end of `v1-truth`. Returns the options that select them. */
export async function truthNodes(): Promise<string[]> {
  const url = async (file: string) => {
    const exchanges = JSON.parse(
      readFileSync(new URL(`../../testing/recordings/v1-truth/${file}`, import.meta.url), 'utf8'),
    )
    const answer = replayRecordings({ 'http://node': exchanges })
    const server = createServer(async (request, response) => {
      const { status, headers, body } = await answer(`http://node${request.url}`).then(async answer => ({
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: await answer.text(),
      }))
      response.writeHead(status, headers).end(body)
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    served.push({ close: () => new Promise(resolve => server.close(() => resolve())) })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  return ['--lcd', await url('end.json'), '--chain', `connection-0=${await url('end.other-chain.json')}`]
}

export async function serve(options: LcdOptions, latency = 0): Promise<{ lcd: Lcd; served: ServedLcd }> {
  const lcd = createLcd(options)
  const one = await serveLcd(lcd, { latency })
  served.push(one)
  return { lcd, served: one }
}

/** Closes all nodes. Pass it to `afterEach` or `afterAll`. */
export async function closeNodes(): Promise<void> {
  await Promise.all(served.splice(0).map(one => one.close()))
}
