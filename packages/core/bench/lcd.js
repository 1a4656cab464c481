import { address, createLcd, state } from '@flow-query/testing'
import { serveLcd } from '@flow-query/testing/serve'

// Serves a node with 65,000 flows of 500 owners. It runs in a separate process, so that it doesn't share the reader's event loop.
// It has two ports: one responds immediately, and one with the latency of a remote node.

const owners = Array.from({ length: 500 }, (_, index) => address(`owner ${index}`))
const flows = Array.from({ length: 65_000 }, (_, index) => {
  const owner = owners[index % owners.length]
  return {
    owner,
    label: `Flow ${index + 1}`,
    interval: `${60 * (1 + (index % 90))}s`,
    msgs: Array.from({ length: 1 + (index % 3) }, (_, message) => ({
      '@type': '/cosmos.bank.v1beta1.MsgSend',
      from_address: owner,
      to_address: owners[(index * 7 + message) % owners.length],
      amount: [{ denom: 'uinto', amount: `${1_000 + index}` }],
    })),
  }
})

const lcd = createLcd({ state: state({ flows }) })
const near = await serveLcd(lcd)
const far = await serveLcd(lcd, { latency: 150 })
process.send?.({ near: near.url, far: far.url })
process.once('disconnect', () => process.exit())
