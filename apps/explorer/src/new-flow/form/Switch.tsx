import type { FlowConfiguration } from '@flow-query/core'

interface SwitchProps {
  name: keyof FlowConfiguration
  configuration: FlowConfiguration
  onEdit: (configuration: FlowConfiguration) => void
}

export function Switch({ name, configuration, onEdit }: SwitchProps) {
  const { title, meaning } = texts[name]
  return (
    <label className="choice">
      <input
        type="checkbox"
        data-testid={`draft-${name}`}
        checked={configuration[name]}
        onChange={event => onEdit({ ...configuration, [name]: event.target.checked })}
      />
      <span>
        {title}
        <small>{meaning}</small>
      </span>
    </label>
  )
}

const texts: Readonly<Record<keyof FlowConfiguration, { title: string; meaning: string }>> = {
  walletFallback: {
    title: 'Pay from the owner’s wallet too',
    meaning: 'The wallet pays if the fee account has too little.',
  },
  saveResponses: {
    title: 'Save responses',
    meaning: 'Conditions can read the responses to the messages.',
  },
  stopOnSuccess: { title: 'Stop after a success', meaning: 'The flow ends with the first run that succeeds.' },
  stopOnFailure: { title: 'Stop after a failure', meaning: 'The flow ends with the first run that fails.' },
  stopOnTimeout: { title: 'Stop after a timeout', meaning: 'The flow ends if another chain doesn’t answer in time.' },
  updatingDisabled: { title: 'Disable updates', meaning: 'The owner can’t change the flow after it is submitted.' },
}
