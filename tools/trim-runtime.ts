/** After `npm ci`, in its folder: of the programs for five systems that ONNX Runtime brings, 290 MB, this one's stays (45 MB on Linux). */
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const folder = join('node_modules', 'onnxruntime-node', 'bin', 'napi-v6');
for (const system of globSync(join('*', '*'), { cwd: folder })) {
  if (system !== join(process.platform, process.arch)) rmSync(join(folder, system), { recursive: true });
}
