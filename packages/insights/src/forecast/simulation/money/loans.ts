import type { Balance } from './ledger.js'

export interface Borrower {
  flowId: string
  payer: { address: string; denom: string }
  paysFrom: number | undefined
  /** Whether the other flows receive loans too, so that no flow spends the coins that another one needs. */
  isShared: boolean
}

export interface Loans {
  canPay: (balance: Balance, index: number) => boolean
  isPayer: (balance: Balance) => boolean
  lend: (balance: Balance, amount: bigint) => boolean
  /** Sets the run of the following loans. A loan for a run's required balance belongs to the run before it. */
  startRun: (index: number) => void
  mark: () => () => void
  /** Index 0 is the next run. */
  until: (balance: Balance, index: number) => bigint
}

export function createLoans({ payer, paysFrom = Number.POSITIVE_INFINITY, isShared }: Borrower): {
  own: Loans
  others: Loans | undefined
} {
  const loans: { balance: Balance; amount: bigint; run: number }[] = []
  let run = -1
  const isPayer = ({ address, denom }: Balance) => address === payer.address && denom === payer.denom
  const own: Loans = {
    canPay: (balance, index) => index < paysFrom || isPayer(balance),
    isPayer,
    lend(balance, amount) {
      balance.amount += amount
      loans.push({ balance, amount, run })
      return true
    },
    startRun(index) {
      run = index
    },
    mark() {
      const { length } = loans
      return () => {
        loans.length = length
      }
    },
    until(balance, index) {
      const counted = loans.filter(loan => loan.balance === balance && loan.run <= index)
      return counted.reduce((sum, { amount }) => sum + amount, 0n)
    },
  }
  // Other flows only borrow for the account that the borrower pays from.
  const others: Loans = {
    ...own,
    canPay: () => true,
    lend: (balance, amount) => isPayer(balance) && own.lend(balance, amount),
    startRun() {},
  }
  return { own, others: isShared ? others : undefined }
}
