import { quote } from './strconv.js'
import { bytesOf, GoError } from './text.js'

const nanosecondsPer: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  μs: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
}

/** Parses a duration like time.ParseDuration, and returns it in nanoseconds. */
export function parseDuration(text: string): bigint {
  const invalid = () => new GoError(`time: invalid duration ${quote(bytesOf(text))}`)
  const [, sign, unsigned = ''] = /^([+-]?)(.*)$/s.exec(text) ?? []
  if (unsigned === '0') return 0n
  if (unsigned === '') throw invalid()
  const suffix = () => ` in duration ${quote(bytesOf(text))}`
  let duration = 0n
  for (let rest = unsigned; rest !== ''; ) {
    const [part, whole = '', decimals = '', unit = ''] = /^(\d*)\.?(\d*)([^.\d]*)/.exec(rest) ?? ['']
    if (whole + decimals === '') throw invalid()
    if (unit === '') throw new GoError(`time: missing unit${suffix()}`)
    const factor = nanosecondsPer[unit]
    if (factor === undefined) throw new GoError(`time: unknown unit ${quote(bytesOf(unit))}${suffix()}`)
    duration += BigInt(whole) * factor + (BigInt(decimals) * factor) / 10n ** BigInt(decimals.length)
    rest = rest.slice(part.length)
  }
  if (BigInt.asIntN(64, duration) !== duration) throw invalid()
  return sign === '-' ? -duration : duration
}

const [second, minute, hour] = [1_000_000_000n, 60_000_000_000n, 3_600_000_000_000n]

/** Prints nanoseconds like time.Duration. */
export function printDuration(duration: bigint): string {
  if (duration < 0n) return `-${printDuration(-duration)}`
  if (duration === 0n) return '0s'
  if (duration < 1_000n) return `${duration}ns`
  if (duration < 1_000_000n) return `${decimal(duration, 3)}µs`
  if (duration < second) return `${decimal(duration, 6)}ms`
  const seconds = `${decimal(duration % minute, 9)}s`
  const minutes = duration < minute ? '' : `${(duration / minute) % 60n}m`
  const hours = duration < hour ? '' : `${duration / hour}h`
  return hours + minutes + seconds
}

/** Prints nanoseconds since 1970 like time.Time in UTC. */
export function printTime(ns: bigint): string {
  const [date, time] = new Date(Number(ns / second) * 1000).toISOString().slice(0, 19).split('T')
  const fraction = decimal(ns % second, 9).slice(1)
  return `${date} ${time}${fraction} +0000 UTC`
}

function decimal(value: bigint, places: number): string {
  const digits = value.toString().padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, '')
}
