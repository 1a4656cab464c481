import { formatAmount, knownDenoms } from '@flow-query/format'

const atom = 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2'
const denoms = { ...knownDenoms, [atom]: { symbol: 'ATOM', decimals: 6 } }

export const price = formatAmount({ denom: atom, amount: '1250000' }, denoms) // 1.25 ATOM
