import type { Given, Run } from './run'

type Example = (...given: [...Given[string][], AbortSignal]) => unknown

/** Calls an example function and shows its console output and its result. */
export const run: Run = ({ modules, given, element }) => {
  const { log } = console
  const output = element.appendChild(document.createElement('pre'))
  const print = (...values: unknown[]) => output.append(`${values.map(show).join(' ')}\n`)
  const controller = new AbortController()
  console.log = print

  const [example] = modules.flatMap(module => Object.values(module) as Example[])
  Promise.resolve(example?.(...Object.values(given), controller.signal)).then(
    answer => answer !== undefined && print(answer),
    error => controller.signal.aborted || print(`${error}`),
  )
  return () => {
    controller.abort()
    output.remove()
    console.log = log
  }
}

function show(value: unknown): string {
  if (typeof value === 'string') return value
  return JSON.stringify(value instanceof Map ? Object.fromEntries(value) : value, null, 2)
}
