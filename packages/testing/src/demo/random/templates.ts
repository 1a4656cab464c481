import { afterAnother, outOfFees, outOfFunds, untilItFails, untilItWorks, worthIt } from './ending.js'
import { byAgent, dca, neverAnswered, noChannel, timesOut, whenRich, withAmount } from './interchain.js'
import { autocompound, bare, bridge, oddlyNamed, once, rent, stakeWeekly } from './local.js'
import type { Template } from './template.js'

export const templates: readonly Template[] = [
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
