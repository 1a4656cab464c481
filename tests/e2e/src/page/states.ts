import { expect, type Page } from '@playwright/test'
import type { ClockFixtures } from '../../../setup/browser-test.js'
import { type Node, start } from '../explorer.js'
import { agent, alice, ids, nobody } from '../sample.js'

/** A page in one of its states. */
export interface State {
  name: string
  path: string
  /** Prepares the node before the page is opened. */
  given?: (node: Node, page: Page) => unknown
  /** Whether the node never responds. */
  hangs?: true
  /** The width of the window, if the state exists at that width only. */
  width?: 360
  /** Waits until the page has reached the state. */
  until: (page: Page, node: Node, pass: ClockFixtures['pass']) => Promise<unknown>
}

const visible = (testId: string) => (page: Page) => expect(page.getByTestId(testId).first()).toBeVisible()
/** Waits for the rows on the screen and their health. */
const rows = async (page: Page) => {
  await visible('flow-row-health')(page)
  await expect(page.locator('.flows .bone')).toHaveCount(0)
}
const hanging = ({ lcd }: Node) => lcd.fail({ hang: true })
const failing = ({ lcd }: Node) => lcd.fail({ status: 500, body: { code: 13, message: 'panic', details: [] } })

/** The recipient and the amount of its message are invalid, and its duration isn't a multiple of its interval. */
const draftWithProblems = {
  '@type': '/intento.intent.v1.MsgSubmitFlow',
  owner: alice,
  label: 'Pay rent',
  msgs: [
    {
      '@type': '/cosmos.bank.v1beta1.MsgSend',
      from_address: alice,
      to_address: 'nobody',
      amount: [{ denom: 'uinto', amount: '0' }],
    },
  ],
  duration: '100m',
  interval: '1h',
  configuration: { wallet_fallback: true },
}

/** All pages in all their states. */
export const states: readonly State[] = [
  {
    name: 'overview',
    path: '/',
    async until(page) {
      await visible('flow-line')(page)
      await visible('next-failure')(page)
    },
  },
  { name: 'overview, loading', path: '/', given: hanging, hangs: true, until: visible('skeleton') },
  { name: 'overview, failed', path: '/', given: failing, until: visible('error') },
  { name: 'flows', path: '/flows', until: rows },
  {
    name: 'flows, without matches',

    path: '/flows?status=completed',
    given: onlyRunning,
    until: visible('empty'),
  },
  { name: 'flows, loading', path: '/flows', given: hanging, hangs: true, until: visible('skeleton') },
  {
    name: 'flows, with open filters on a phone',
    path: '/flows?status=active',
    width: 360,
    async until(page) {
      await rows(page)
      await page.getByTestId('filters-toggle').click()
      await expect(page.getByTestId('filter-status')).toBeVisible()
    },
  },
  {
    name: 'the answers of the search',
    path: '/flows',
    async until(page) {
      await rows(page)
      await page.getByTestId('search').fill('osmo')
      await expect(page.getByTestId('search-option').first()).toBeVisible()
    },
  },
  { name: 'flows by health', path: '/flows?health=attention', until: rows },
  { name: 'a flow', path: `/flows/${ids.conditions}`, until: flowWith('empty') },
  {
    name: 'a flow with an opened execution',
    path: `/flows/${ids.interchain}?execution=1`,
    async until(page) {
      await flowWith('history-row')(page)
      // The forecast can add details.
      await expect(page.locator('.bone')).toHaveCount(0)
      for (const details of await page.locator('details').all()) await details.locator('summary').click()
    },
  },
  { name: 'an execution that failed', path: `/flows/${ids.interchain}?execution=2`, until: visible('problem') },
  { name: 'a flow with a long label and message', path: `/flows/${ids.long}`, until: flowWith('empty') },
  {
    name: 'a flow with a selected run in the picture of its funds',
    path: `/flows/${ids.rent}`,
    async until(page) {
      await flowWith('history-row')(page)
      await page.getByTestId('money-plot').focus()
      await expect(page.getByTestId('money-top')).toContainText(/^Run \d+/)
    },
  },
  { name: 'the dialog of a bookmark', path: `/flows/${ids.rent}`, until: opened('bookmark', 'bookmark-dialog') },
  { name: 'the dialog that shares a flow', path: `/flows/${ids.rent}`, until: opened('share', 'share-dialog') },
  { name: 'the dialog of notifications', path: `/flows/${ids.rent}`, until: opened('notify', 'notify-dialog') },
  { name: 'the subscriptions', path: '/subscriptions', until: visible('empty') },
  { name: 'a new flow', path: '/new', until: visible('draft-text') },
  { name: 'a copy of a flow', path: `/new?from=${ids.interchain}`, until: visible('draft-title') },
  {
    name: 'a new flow with problems',
    path: `/new?${new URLSearchParams({ flowInput: JSON.stringify(draftWithProblems) })}`,
    until: visible('draft-problems'),
  },
  {
    name: 'a flow, loading',

    path: `/flows/${ids.rent}`,
    given: hanging,
    hangs: true,
    until: visible('skeleton'),
  },
  {
    name: 'a flow whose history and account failed to load',

    path: `/flows/${ids.interchain}`,
    given: ({ lcd }) => lcd.fail({ query: ['flowHistory', 'ica'], status: 500, body: '' }),
    until: page => expect(page.getByTestId('error')).toHaveCount(2),
  },
  {
    name: 'a flow that cannot pay for its next run',
    path: `/flows/${ids.scheduled}`,
    until: visible('missing-amount'),
  },
  {
    name: 'a flow whose balances cannot be read',
    path: `/flows/${ids.rent}`,
    given: (node, page) => page.context().route(`${node.url}/cosmos/bank/**`, route => route.fulfill({ status: 500 })),
    until: visible('forecast-error'),
  },
  {
    name: 'a flow that left a balance',
    path: `/flows/${ids.completed}`,
    until: page => expect(page.getByTestId('funds-fee-account')).toHaveAttribute('data-stranded', 'true'),
  },
  { name: 'a missing flow', path: '/flows/4711', until: visible('not-found') },
  {
    name: 'an owner',
    path: `/owners/${alice}`,
    async until(page) {
      await visible('ica-address')(page)
      await rows(page)
    },
  },
  { name: 'an owner without flows', path: `/owners/${nobody}`, until: visible('empty') },
  {
    name: 'an owner with a selected day',
    path: `/owners/${alice}`,
    async until(page) {
      await rows(page)
      await page.getByTestId('calendar-day').and(page.locator(':enabled')).first().click()
      await visible('all-days')(page)
    },
  },
  { name: 'the agents', path: '/agents', until: visible('agent-row') },
  { name: 'an agent', path: `/agents/${agent}`, until: rows },
  { name: 'the parameters', path: '/params', until: visible('param-row') },
  { name: 'the parameters, loading', path: '/params', given: hanging, hangs: true, until: visible('skeleton') },
  { name: 'a missing page', path: '/nowhere', until: visible('not-found') },
  {
    name: 'the endpoint dialog with an error',
    path: '/flows',
    async until(page) {
      await rows(page)
      await page.getByTestId('endpoint-open').click()
      await page.getByTestId('endpoint-lcd').fill('ftp://lcd.example.org')
      await page.getByTestId('endpoint-save').click()
      await expect(page.getByTestId('endpoint-error')).toBeVisible()
    },
  },
  {
    name: 'a link with an invalid endpoint',

    path: '/params?lcd=ftp://lcd.example.org',
    async until(page) {
      await visible('endpoint-ignored')(page)
      await visible('param-row')(page)
    },
  },
  {
    name: 'data of a node that is offline',
    path: `/flows/${ids.interchain}`,
    async until(page, node, pass) {
      await flowWith('history-row')(page)
      await node.die()
      await pass(21_000)
      await expect(page.getByTestId('stale')).toBeVisible()
    },
  },
]

function opened(button: string, dialog: string) {
  return async (page: Page) => {
    await flowWith('history-row')(page)
    await page.getByTestId(button).click()
    await expect(page.getByTestId(dialog)).toBeVisible()
  }
}

function flowWith(testId: string) {
  return async (page: Page) => {
    await expect(page.getByTestId('flow-title')).toBeVisible()
    await expect(page.getByTestId(testId).first()).toBeVisible()
  }
}

function onlyRunning({ lcd }: Node): void {
  const later = new Date(start + 86_400_000).toISOString()
  for (const { id } of lcd.state.flows) lcd.updateFlow(id, { execTime: later, endTime: later })
}
