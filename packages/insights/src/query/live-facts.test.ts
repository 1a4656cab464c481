import type { Flow } from '@flow-query/core'
import { flowQueryOptions } from '@flow-query/core/query'
import { address } from '@flow-query/testing'
import { describe, expect, test, vi } from 'vitest'
import { other, owner, page, waitBriefly } from '../../../core/test/live.js'
import { factQuery } from '../forecast/facts/queries.js'
import { authzGrantsQueryOptions, balancesQueryOptions, clientStatusQueryOptions } from './index.js'

describe('balances and permissions', () => {
  /** A page that shows the balances of three accounts and a permission. */
  async function accountsPage(flow: object = {}) {
    const one = page({}, { flows: [{ owner, ...flow }, { owner: other }] })
    const { client, mount, lcd } = one
    const { feeAddress } = await client.flow({ id: 1 })
    const balancesOf = (address: string) => balancesQueryOptions(client, { address })
    for (const address of [owner, feeAddress, other]) mount(balancesOf(address))
    mount(authzGrantsQueryOptions(client, { granter: other, grantee: owner }))
    mount(clientStatusQueryOptions(client, { connectionId: 'connection-0' }))
    mount(flowQueryOptions(client, { id: 1 }))
    await one.connect()
    return {
      ...one,
      lcd,
      feeAddress,
      balancesOf,
      bank: (address: string) => `/cosmos/bank/v1beta1/balances/${address}`,
    }
  }

  test("a run refetches the balances of the flow's owner and fee account", async () => {
    const { lcd, newRequests, feeAddress, bank, data, balancesOf } = await accountsPage()
    lcd.accounts.balances[feeAddress] = [{ denom: 'uinto', amount: '7' }]
    lcd.execute(1)
    await waitBriefly()
    expect(newRequests()).toEqual([bank(feeAddress), bank(owner), 'flow/1'].sort())
    expect(data(balancesOf(feeAddress))).toEqual([{ denom: 'uinto', amount: '7' }])
  })

  test("a run refetches the balance of the recipient, and a message refetches its signer's permission", async () => {
    const inner = { '@type': '/cosmos.bank.v1beta1.MsgSend', from_address: other, to_address: owner, amount: [] }
    const exec = { '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: owner, msgs: [inner] }
    const { lcd, newRequests, feeAddress, bank } = await accountsPage({ msgs: [exec] })
    lcd.updateFlow(1, { label: 'Changed' })
    await waitBriefly()
    expect(newRequests()).toEqual(
      [bank(feeAddress), bank(owner), bank(other), '/cosmos/authz/v1beta1/grants', 'flow/1'].sort(),
    )
  })

  test("a run refetches the channels of its flow's connection, and of no other", async () => {
    const onConnection = (connectionId: string) => ({ selfHostedIca: { portId: '', connectionId } })
    const { client, mount, connect, newRequests, lcd } = page(
      {},
      { flows: [onConnection('connection-1'), onConnection('connection-2')] },
    )
    for (const id of [1, 2]) {
      mount(factQuery(client, 'connectionChannels', { connectionId: `connection-${id}` }))
      mount(flowQueryOptions(client, { id }))
    }
    await connect()
    lcd.execute(1)
    await waitBriefly()
    expect(newRequests()).toEqual(['/ibc/core/channel/v1/connections/connection-1/channels', 'flow/1'])
  })

  test('finds the accounts of deeply nested messages', async () => {
    let nested: object = { '@type': '/cosmos.bank.v1beta1.MsgSend', from_address: other }
    for (let level = 0; level < 200; level++) nested = { '@type': '/cosmos.authz.v1beta1.MsgExec', msgs: [nested] }
    const { lcd, newRequests, bank, cache, client } = await accountsPage()
    const { queryKey } = flowQueryOptions(client, { id: 1 })
    cache.setQueryData(queryKey, { ...cache.getQueryData<Flow>(queryKey), msgs: [nested] } as Flow)
    lcd.execute(1)
    await waitBriefly()
    expect(newRequests()).toContain(bank(other))
  })

  test('finds the accounts of a message with a list that has more items than a function can have arguments', async () => {
    const { lcd, newRequests, bank, cache, client } = await accountsPage()
    const { queryKey } = flowQueryOptions(client, { id: 1 })
    const inputs = [...Array.from({ length: 200_000 }, () => 'x'), other]
    const msgs = [{ '@type': '/cosmos.bank.v1beta1.MsgMultiSend', inputs }]
    cache.setQueryData(queryKey, { ...cache.getQueryData<Flow>(queryKey), msgs } as Flow)
    lcd.execute(1)
    await waitBriefly()
    expect(newRequests()).toContain(bank(other))
  })

  test('a flow that is not on the page refetches only the balances of its owner', async () => {
    const { lcd, newRequests, bank } = await accountsPage()
    lcd.execute(2)
    await waitBriefly()
    expect(newRequests()).toEqual([bank(other)])
  })

  test('a transfer and a new permission, which no event announces, are found within 30 seconds', async () => {
    const { lcd, data, newRequests, balancesOf } = await accountsPage()
    lcd.accounts.balances[owner] = [{ denom: 'uinto', amount: '5' }]
    await vi.advanceTimersByTimeAsync(25_000)
    expect(newRequests()).toEqual([])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(data(balancesOf(owner))).toEqual([{ denom: 'uinto', amount: '5' }])
    expect(newRequests()).toHaveLength(4)
  })

  test('many mounted balances cause four requests in 30 seconds, and all of them are read in turn', async () => {
    const { client, mount, connect, newRequests } = page()
    const addresses = Array.from({ length: 10 }, (_, index) => address(`account ${index}`))
    for (const address of addresses) mount(balancesQueryOptions(client, { address }))
    await connect()
    const read = new Set<string>()
    for (let round = 0; round < 3; round++) {
      await vi.advanceTimersByTimeAsync(30_100)
      const requests = newRequests()
      expect(requests.length).toBeLessThanOrEqual(4)
      for (const request of requests) read.add(request)
    }
    expect(read.size).toBe(10)
  })
})
