import type { BrowserContext, Locator } from '@playwright/test';
import { type Person, press } from '../../support/steps.ts';

/** The full screen of the guided shots. */
export const getCamera = ({ page }: Person): Locator => page.getByRole('dialog');

/** Lets the browser play a camera of few pixels: one of eight million keeps a small machine busy with its own picture. */
export async function makeCameraSmall(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = () => open({ video: { width: 640, height: 480 } });
  });
}

/** Opens the guided shots on /upload with a list that the product brings along. */
export async function openGuided(person: Person, list: string): Promise<void> {
  await press(person, person.page.getByRole('button', { name: 'Poze ghidate' }));
  await press(person, getCamera(person).getByRole('button', { name: new RegExp(`^${list}`) }));
}

/** Takes the shot of this name with the live camera; a picture that looks blurry is kept. */
export async function takeShot(person: Person, name: string): Promise<void> {
  const camera = getCamera(person);
  await camera.getByRole('heading', { name, exact: true }).waitFor();
  await press(person, camera.locator('[data-shutter][aria-disabled="false"]'));
  const keep = camera.getByRole('button', { name: 'O păstrez' });
  const next = camera.getByRole('heading', { name, exact: true });
  await Promise.race([keep.waitFor(), next.waitFor({ state: 'detached' })]);
  if (await keep.isVisible()) await press(person, keep);
  await next.waitFor({ state: 'detached' });
}
