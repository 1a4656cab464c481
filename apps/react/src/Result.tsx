import { describeError } from '@flow-query/format'
import { useLiveFlows } from '@flow-query/react/live'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { findSample, type Sample, setNodeFails } from './node'

const modules = import.meta.glob<Record<string, ComponentType<Sample>>>('./examples/*.tsx', { eager: true })

/** Runs an example with flows of the chain. All examples are below this component, so it starts the live updates. */
export function Result({ file }: { file: string }) {
  useLiveFlows()
  const queryClient = useQueryClient()
  const [fails, setFails] = useState(false)
  const { data: sample, error } = useQuery({ queryKey: ['sample'], queryFn: findSample, staleTime: Infinity })
  const Example = modules[`./examples/${file}.tsx`]?.[file]

  function change(fails: boolean) {
    setFails(fails)
    setNodeFails(fails)
    queryClient.invalidateQueries()
  }

  return (
    <section aria-labelledby="result">
      <header>
        <h2 id="result">Result</h2>
        <label>
          <input type="checkbox" checked={fails} onChange={event => change(event.target.checked)} />
          Let the node fail
        </label>
      </header>
      <div className="result">
        {sample && Example ? <Example {...sample} /> : <p>{describeError(error) ?? 'Loading…'}</p>}
      </div>
    </section>
  )
}
