import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { loadWords } from './words.svelte';
import { settings } from './settings.svelte';

const target = document.getElementById('app');
if (target) {
  void loadWords(settings.language).then(() => mount(App, { target }));
}
