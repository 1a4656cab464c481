import { request as httpRequest } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { recording } from '../../test/recording.js'
import { createLcd, type Exchange, stateFromRecording } from '../index.js'
import { type ServedLcd, serveLcd } from '../serve.js'

test('serveLcd sends the recorded bytes and headers', async () => {
  const { v1 } = recording<{ v1: string }>('releases.json')
  const served = await serveLcd(createLcd({ release: v1, state: stateFromRecording(recording('v1/state.json')) }))
  onTestFinished(served.close)
  for (const { request, response } of recording('v1/exchanges.json')) {
    const sent = await overHttp(served, request)
    expect(sent, request.path).toMatchObject(response)
    expect(Object.keys(sent.headers).filter(isNodes).sort(), request.path).toEqual(Object.keys(response.headers).sort())
  }
})

function isNodes(header: string): boolean {
  return /^(access-control|grpc-metadata)-|^content-type$/.test(header)
}

/** Sends the path unchanged. `fetch` would normalize it. */
function overHttp({ port }: ServedLcd, { method, path, headers }: Exchange['request']): Promise<Exchange['response']> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ port, host: '127.0.0.1', method, path, headers }, async answer => {
      let body = ''
      for await (const part of answer.setEncoding('utf8')) body += part
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers as Record<string, string>, body })
    })
    sent.on('error', reject).end()
  })
}
