import { Figure } from './Figure'

export function MainSkeleton() {
  return (
    <div data-testid="skeleton" aria-busy="true">
      <section className="verdict">
        <h2 className="sr">Loading</h2>
        <p>
          <i className="bone wider" />
        </p>
      </section>
      <div className="panel runs" />
      <div className="panel figures">
        {['Next run', 'Last run', 'Fees'].map(name => (
          <Figure key={name} name={name} />
        ))}
      </div>
      <div className="panel tall" />
    </div>
  )
}
