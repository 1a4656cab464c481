import { isHashing } from '../../setup/threads.js'
import { fireNextTimer, pendingTimers } from './timers.js'

/** After this many turns of the event loop, promises and streams have done everything that they can do without a timer. */
const turns = 2

/** Lets virtual time pass from timer to timer. After each timer, everything happens that needs no time. */
export async function pass(milliseconds: number): Promise<void> {
  let isOver = false
  setTimeout(() => {
    isOver = true
  }, milliseconds)
  await settle()
  while (!isOver) {
    fireNextTimer()
    await settle()
  }
}

/** Lets virtual time pass until the promise settles. */
export async function passUntil<Result>(promise: Promise<Result>): Promise<Result> {
  let isPending = true
  const settled = () => {
    isPending = false
  }
  promise.then(settled, settled)
  await settle()
  for (let time = 0; isPending && time < 600_000; time += 50) await pass(50)
  if (isPending) throw new Error(`A promise was still pending after ten minutes.\n${pendingTimers().join('\n')}`)
  return promise
}

/** Unlike the function for unit tests, it doesn't wait for dynamic imports, because that takes some milliseconds of real time. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await nextTurn()
  while (isHashing()) await nextTurn()
}

function nextTurn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}
