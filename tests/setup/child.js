import { fork } from 'node:child_process'
import { once } from 'node:events'

/** Starts a script in a separate process. `call` runs one of its commands and returns the result. */
export async function start(script, options = {}, execArgv = ['--expose-gc']) {
  const child = fork(new URL(script), { execArgv })
  const waiting = new Map()
  let calls = 0
  child.on('message', ({ id, result, error }) => {
    const { resolve, reject } = waiting.get(id) ?? {}
    waiting.delete(id)
    if (error) reject?.(new Error(`${script}: ${error}`))
    else resolve?.(result)
  })
  child.once('exit', code => {
    for (const { reject } of waiting.values()) reject(new Error(`${script} ended with code ${code}`))
  })
  const call = (command, ...args) =>
    new Promise((resolve, reject) => {
      const id = ++calls
      waiting.set(id, { resolve, reject })
      child.send({ id, command, args })
    })
  const stop = async signal => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
  return { call, stop, child, ...(await call('start', options)) }
}

/** Runs the commands of the parent process. `start` is called first, with the options. */
export function serveCommands(commands) {
  process.on('message', async ({ id, command, args }) => {
    try {
      const result = await commands[command](...args)
      process.send?.({ id, result })
    } catch (error) {
      process.send?.({ id, error: error instanceof Error ? error.stack : String(error) })
    }
  })
  process.once('disconnect', () => process.exit())
}

/** Returns the used memory after a garbage collection, in bytes. */
export async function memory() {
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.()
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  return { used: heapUsed + external, rss }
}

/** Returns the time that this process has used the processor, in seconds. */
export function processorSeconds() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000_000
}
