import { mount } from 'svelte';
import './app.css';
import './parts/controls.css';
import App from './App.svelte';
import { beginNewest, keepOffline } from './offline';
import { applySettings, settings } from './settings.svelte';
import { loadWords } from './words.svelte';

async function begin(): Promise<void> {
  applySettings();
  const target = document.getElementById('app');
  if (!target) return;
  const [renewed] = await Promise.all([
    beginNewest(),
    loadWords(settings.language).catch(() => loadWords('en')),
  ]);
  if (renewed) return;
  mount(App, { target });
  keepOffline();
  try {
    if (localStorage.getItem('canasta.tell-turns') === 'yes')
      void import('./table/tell-turns').then(({ keepTelling }) => keepTelling());
  } catch {
    /* Without storage nothing was asked for. */
  }
}

void begin();
