import { FlowQueryError } from '@flow-query/core'

interface WaitingRequest {
  readonly key: string | undefined
  readonly start: () => void
  readonly reject: (error: FlowQueryError) => void
  isWaiting: boolean
}

/** Addresses take turns, so an address with many requests doesn't make others wait for all of them. */
export function createQueue(mostRunning: number, mostWaiting: number) {
  const byAddress = new Map<string, WaitingRequest[]>()
  const byKey = new Map<string, WaitingRequest>()
  let running = 0
  let waiting = 0

  function add(address: string, request: WaitingRequest): void {
    const others = byAddress.get(address)
    if (others) others.push(request)
    else byAddress.set(address, [request])
  }

  function remove(request: WaitingRequest): void {
    request.isWaiting = false
    waiting--
    if (request.key !== undefined) byKey.delete(request.key)
  }

  function startNext(): void {
    for (const [address, requests] of byAddress) {
      byAddress.delete(address)
      const next = requests.shift()
      // The next turn of the address comes after those of all others.
      if (requests.length > 0) byAddress.set(address, requests)
      if (!next?.isWaiting) continue
      remove(next)
      next.start()
      return
    }
    running--
  }

  function rejectOne(): void {
    const [most = []] = [...byAddress.values()].sort((one, other) => other.length - one.length)
    const newest = most.pop()
    if (!newest?.isWaiting) return
    remove(newest)
    newest.reject(new FlowQueryError('rateLimited', 'Too many requests to the nodes', { retryable: true }))
  }

  function waitForTurn(address: string, key: string | undefined): Promise<void> {
    return new Promise<void>((start, reject) => {
      const request = { key, start, reject, isWaiting: true }
      waiting++
      if (key !== undefined) byKey.set(key, request)
      add(address, request)
      while (waiting > mostWaiting) rejectOne()
    })
  }

  return {
    async send<Result>(address: string, key: string | undefined, send: () => Promise<Result>): Promise<Result> {
      if (running >= mostRunning) await waitForTurn(address, key)
      else running++
      try {
        return await send()
      } finally {
        startNext()
      }
    },
    /** Another address needs the same response, so the request also starts when it's the turn of that address. */
    join(address: string, key: string): void {
      const request = byKey.get(key)
      if (request) add(address, request)
    },
  }
}
