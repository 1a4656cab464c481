import { mount } from 'svelte'
import App from './App.svelte'
import { connect, firstOwner } from './client'
import './style.css'

const client = await connect()

mount(App, { target: document.querySelector('#app') as HTMLElement, props: { client, firstOwner } })
