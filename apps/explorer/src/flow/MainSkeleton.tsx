import { flowWords } from '../words/flow'
import { Figure } from './Figure'

const { nextRun, lastRun, success, fees, delay } = flowWords

export function MainSkeleton() {
  return (
    <div data-testid="skeleton" aria-busy="true">
      <section className="verdict">
        <p>
          <i className="bone wider" />
        </p>
      </section>
      <div className="figures">
        {[nextRun, lastRun, success, fees, delay].map(name => (
          <Figure key={name} name={name} />
        ))}
      </div>
      <div className="panel tall" />
    </div>
  )
}
