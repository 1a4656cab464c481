import { afterAnother, outOfFees, outOfFunds, untilItFails, untilItWorks, worthIt } from './ending-kinds.js'
import { byAgent, dca, neverAnswered, noChannel, timesOut, whenRich, withAmount } from './interchain-kinds.js'
import type { Kind } from './kind.js'
import { autocompound, bare, bridge, oddlyNamed, once, rent, stakeWeekly } from './local-kinds.js'

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
