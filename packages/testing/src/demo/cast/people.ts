import { address } from '../../builders.js'

/* The owners of the demo flows and their recipients. */

/** Receives a salary and pays bills. */
export const mia = address('Mia')
/** Trades on Osmosis. */
export const theo = address('Theo')
/** Stakes on Intento and on the Cosmos Hub. */
export const nora = address('Nora')
/** Experiments with flows. */
export const sam = address('Sam')
/** Pays people and projects. */
export const treasury = address('Treasury of the harbour')

export const castOwners = [mia, theo, nora, sam, treasury]

export const landlord = address('Landlord')
export const leo = address('Leo')
export const teacher = address('Piano teacher')
export const garden = address('Community garden')
export const shop = address('Bicycle shop')
export const coldWallet = address('Cold wallet')
