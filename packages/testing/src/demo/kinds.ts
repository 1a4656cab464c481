import { hostError } from '../chain/execution.js'
import { afterAnother, outOfFees, outOfFunds, untilItFails, untilItWorks, worthIt } from './ending-kinds.js'
import { byAgent, dca, neverAnswered, noChannel, timesOut, whenRich, withAmount } from './interchain-kinds.js'
import { type Kind, MINUTE } from './kind.js'
import { autocompound, bare, bridge, oddlyNamed, once, rent, stakeWeekly } from './local-kinds.js'
import { failed } from './outcomes.js'

/** What most flows do, each as often as its weight says. */
export const KINDS: readonly Kind[] = [
  rent,
  autocompound,
  dca,
  timesOut,
  neverAnswered,
  byAgent,
  noChannel,
  bridge,
  stakeWeekly,
  whenRich,
  withAmount,
  worthIt,
  afterAnother,
  outOfFunds,
  outOfFees,
  untilItWorks,
  untilItFails,
  once,
  oddlyNamed,
  bare,
]

/** What always runs, so that there is something to see at any moment. */
export const ALWAYS_RUNNING: readonly Kind[] = [
  { ...rent, labels: ['Streaming payment'], intervals: [15] },
  { ...autocompound, labels: ['Autocompound, as often as it goes'], intervals: [30] },
  { ...rent, labels: ['Pay as you go'], intervals: [20] },
  { ...outOfFunds, labels: ['Top up, when there is enough'], intervals: [45] },
  { ...dca, labels: ['DCA ATOM every minute'], intervals: [MINUTE] },
  {
    ...byAgent,
    labels: ['Restake on the Cosmos Hub, every minute and a half'],
    intervals: [90],
    execution: (_, { between }) => (between(1, 4) === 1 ? failed(hostError(2)) : undefined),
  },
  { ...whenRich, labels: ['Only while the vault holds more than 1,000'], intervals: [75] },
  { ...bridge, labels: ['Send to Osmosis, bit by bit'], intervals: [2 * MINUTE] },
  { ...rent, labels: ['Every five minutes'], intervals: [5 * MINUTE] },
]
