import { address, flow } from '@flow-query/testing'

const hour = 3_600_000
/** The number of flows that run during the benchmark. It is the same for all chains. */
const lively = 5

/**
 * Creates flows that are not due for hours, completed flows, and a few flows that run. Each has its own amount and times, like on a real
 * chain. Equal flows would share their texts, so searching them would be faster.
 */
export function flowsOf(size, now) {
  const owners = Array.from({ length: 5_000 }, (_, index) => address(`owner ${index}`))
  return Array.from({ length: size }, (_, index) => {
    const runs = index < lively
    const isOver = !runs && index % 2 === 1
    const ended = now - (1 + ((index * 7_919) % 9_000)) * 60_000
    const next = runs ? now + (index + 1) * 4_000 : now + (5 + (index % 4_000) / 100) * hour
    const owner = owners[index % owners.length]
    return flow(
      {
        id: `${index + 1}`,
        owner,
        label: `Flow ${(index * 7_919) % size}`,
        interval: runs ? '20s' : '3600s',
        msgs: [
          {
            '@type': '/cosmos.bank.v1beta1.MsgSend',
            from_address: owner,
            to_address: owners[(index * 31) % owners.length],
            amount: [{ denom: 'uinto', amount: `${1_000 + index * 37}` }],
          },
        ],
        startTime: new Date(now - (isOver ? 9_000 : 1) * hour - index).toISOString(),
        execTime: new Date(isOver ? ended : next).toISOString(),
        endTime: new Date(isOver ? ended : now + 1_000 * hour).toISOString(),
      },
      now,
    )
  })
}
