import { address } from '../../builders.js'

/* Who owns the flows of the cast, and whom they pay. */

/** Has a salary, and bills. */
export const mia = address('Mia')
/** Trades on Osmosis. */
export const theo = address('Theo')
/** Stakes, here and on the Cosmos Hub. */
export const nora = address('Nora')
/** Tries things out. */
export const sam = address('Sam')
/** Pays people and projects. */
export const treasury = address('Treasury of the harbour')

export const OWNERS = [mia, theo, nora, sam, treasury]

export const landlord = address('Landlord')
export const leo = address('Leo')
export const teacher = address('Piano teacher')
export const garden = address('Community garden')
export const shop = address('Bicycle shop')
export const coldWallet = address('Cold wallet')
