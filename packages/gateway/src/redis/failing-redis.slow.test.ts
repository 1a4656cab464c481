import dns from 'node:dns'
import { expect, onTestFinished, test, vi } from 'vitest'
import { waitFor } from '../../../../tests/setup/wait-for.js'
import { shareResponses } from './shared-responses.js'

// Only real connections try one address after another.
test('reports why none of the addresses of Redis can be reached', async () => {
  const { lookup } = dns
  const mock = vi.spyOn(dns, 'lookup') as unknown as ReturnType<typeof vi.fn<(...args: unknown[]) => unknown>>
  onTestFinished(() => mock.mockRestore())
  mock.mockImplementation((name, ...rest) => {
    const done = rest.at(-1) as (error: null, addresses: object[]) => void
    if (name !== 'redis.test') return (lookup as (...args: unknown[]) => unknown)(name, ...rest)
    return done(null, [
      { address: '127.0.0.1', family: 4 },
      { address: '127.0.0.2', family: 4 },
    ])
  })
  const reasons: string[] = []
  const shared = shareResponses('redis://redis.test:1', () => 'test-1', {
    onFailure: reason => void reasons.push(reason),
  })
  onTestFinished(shared.close)
  await waitFor(() => expect(reasons).not.toEqual([]))
  // Node waits only 250 ms before it tries the next address, so a busy machine can miss that the first one refuses.
  expect(reasons[0]).toMatch(/^connect (ECONNREFUSED|ETIMEDOUT) 127.0.0.1:1, connect ECONNREFUSED 127.0.0.2:1$/)
})
