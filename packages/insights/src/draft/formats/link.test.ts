import { expect, test } from 'vitest'
import { parseDraft, portalLink } from '../index.js'

const owner = 'into1pnhx98979q53ll8sxc2pnkthavp5uvryatg7nr'
const flowInput = (label: string) => ({
  label,
  msgs: [
    JSON.stringify({
      typeUrl: '/cosmos.bank.v1beta1.MsgSend',
      value: { fromAddress: owner, toAddress: owner, amount: [{ denom: 'uinto', amount: '5' }] },
    }),
  ],
  duration: 3_600_000,
  interval: 60_000,
})
const encoded = (label: string) => encodeURIComponent(JSON.stringify(flowInput(label)))
const [good, evil] = [encoded('good'), encoded('evil')]
const base = 'https://portal.intento.zone'

const labelIn = (link: string) => parseDraft(link).label

test.each<[string, string]>([
  ['the submit page', `${base}/submit?flowInput=${good}`],
  ['other parameters and a color', `${base}/submit?theme=light&flowInput=${good}&chain=osmosis-1&bgColor=#140739`],
  ['the editor', `${base}/build?flowInput=${good}`],
  ['another portal, below a path', `http://localhost:3000/portal/submit/?flowInput=${good}`],
  ['the explorer', `https://explorer.example/new?flowInput=${good}`],
  ['spaces and line ends around it', `\uFEFF \n ${base}/submit?flowInput=${good}\r\n`],
  ['an uppercase scheme and host', `HTTPS://PORTAL.INTENTO.ZONE/submit?flowInput=${good}`],
  ['JSON that is not encoded', `${base}/submit?flowInput=${JSON.stringify(flowInput('good'), null, 2)}&chain=x`],
  ['an encoded name', `${base}/submit?flow%49nput=${good}`],
])('reads the flow that the page opens: a link with %s', (_, link) => {
  expect(labelIn(link)).toBe('good')
})

test.each<[string, string]>([
  ['a parameter with another case', `${base}/submit?flowInput=${good}&flowinput=${evil}&FLOWINPUT=${evil}`],
  ['another parameter that contains a link', `${base}/submit?flowInput=${good}&imageUrl=${base}/?flowInput=${evil}`],
  ['an encoded `&` in another parameter', `${base}/submit?theme=a%26flowInput=${evil}&flowInput=${good}`],
  ['a semicolon', `${base}/submit?flowInput=${good}&theme=a;flowInput=${evil}`],
  ['a fragment with another flow', `${base}/submit?flowInput=${good}#&flowInput=${evil}`],
  ['a fragment with a link to another flow', `${base}/submit?flowInput=${good}#${base}/submit?flowInput=${evil}`],
  ['a parameter with a question mark', `${base}/submit?flowInput=${good}&theme=?flowInput=${evil}`],
])('rejects a link with a second flow that other readers may find: %s', (_, link) => {
  expect(() => parseDraft(link)).toThrow('contains `flowInput` a second time, outside of its parameter.')
})

test('rejects a link whose host is hidden', () => {
  const link = `https://portal.intento.zone@evil.example/submit?flowInput=${good}`
  expect(() => parseDraft(link)).toThrow('leads to `evil.example`, although it starts with another name.')
})

test.each<[string, string, string]>([
  ['two flows', `?flowInput=${evil}&flowInput=${good}`, 'has 2 `flowInput` parameters instead of one.'],
  ['an encoded name', `?flow%49nput=${evil}&flowInput=${good}`, 'has 2 `flowInput` parameters instead of one.'],
  ['a flow only in the fragment', `#?flowInput=${good}`, 'has no `flowInput` parameter.'],
  ['a flow after a semicolon', `?theme=a;flowInput=${good}`, 'has no `flowInput` parameter.'],
  ['another case', `?flowinput=${good}`, 'has no `flowInput` parameter.'],
  [
    'a flow in another parameter',
    `?to=${encodeURIComponent(`${base}/submit?flowInput=${good}`)}`,
    'has no `flowInput`',
  ],
  ['an empty flow', '?flowInput=', 'contains a `flowInput` that is not valid JSON.'],
  ['a flow that `&` cuts', `?flowInput={"label":"a&b"}`, 'contains a `flowInput` that is not valid JSON.'],
  [
    'a percent sign that is encoded only once',
    `?flowInput=${encoded('50% off')}`,
    'Encode each percent sign as %2525.',
  ],
])('rejects a link with %s', (_, query, message) => {
  expect(() => parseDraft(`${base}/submit${query}`)).toThrow(
    expect.objectContaining({ kind: 'argument', message: expect.stringContaining(message) }),
  )
})

test.each(['/', '/flows/14', '/redirect', '/submit/x', '/x-submit'])(
  'rejects a link to %s, which reads no flow',
  path => {
    const link = `https://example.org${path}?flowInput=${good}&to=${base}/submit?flowInput=${evil}`
    expect(() => parseDraft(link)).toThrow(
      `The link leads to \`${path}\`, but only \`/submit\` and \`/build\` of the portal read a flow.`,
    )
  },
)

test.each(['portal.intento.zone', 'localhost:3000', '//portal.intento.zone', 'javascript:portal.intento.zone'])(
  'rejects a link that starts with %s, because a browser could read it as another one',
  start => {
    expect(() => parseDraft(`${start}/submit?flowInput=${good}`)).toThrow('The link must start with `https://`.')
  },
)

test('decodes a flow as often as its page', () => {
  const label = (text: string) => encodeURIComponent(JSON.stringify(flowInput(text)))
  expect(labelIn(`${base}/submit?flowInput=${label('a%2541+b')}`)).toBe('a%41+b')
  expect(labelIn(`${base}/build?flowInput=${label('a%2541+b')}`)).toBe('a%2541+b')
  expect(labelIn(`${base}/build?flowInput=${label('50% off')}`)).toBe('50% off')
  expect(labelIn(`${base}/submit?flowInput=${good.replace('good', 'a+b')}`)).toBe('a b')
  expect(labelIn(portalLink({ ...parseDraft(flowInput('50% + %41')), owner }).url)).toBe('50% + %41')
})

test('rounds large integers in a link to the portal, as the portal does, but not in a link to the explorer', () => {
  const conditions = { stopOnSuccessOf: ['ID'], comparisons: [] }
  const text = JSON.stringify({ ...flowInput('wasm'), conditions }).replace('"ID"', '9007199254740993')
  const idsIn = (page: string) => parseDraft(`${base}/${page}?flowInput=${encodeURIComponent(text)}`).conditions
  expect(idsIn('submit').stopOnSuccessOf).toEqual(['9007199254740992'])
  expect(idsIn('new').stopOnSuccessOf).toEqual(['9007199254740993'])
})

test('reads JSON that contains a link as JSON', () => {
  const text = JSON.stringify({ ...flowInput('good'), email: `${base}/submit?flowInput=${evil}` })
  expect(labelIn(`  ${text}`)).toBe('good')
})
