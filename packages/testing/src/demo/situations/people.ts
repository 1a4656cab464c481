import { address } from '../../chain/address.js'

export const mia = address('Mia')
export const theo = address('Theo')
export const nora = address('Nora')
export const sam = address('Sam')
export const treasury = address('Treasury of the harbour')

export const situationOwners = [mia, theo, nora, sam, treasury]

export const landlord = address('Landlord')
export const leo = address('Leo')
export const teacher = address('Piano teacher')
export const garden = address('Community garden')
export const shop = address('Bicycle shop')
export const coldWallet = address('Cold wallet')
