import './side-effect.js';
import fallback from './fallback.js';
import * as all from "./all.js";
import both, { one, two as second, default as third, 'odd name' as odd } from './both.js';
import data from './data.json' with { type: 'json' };
export * from './star.js';
export * as space from './space.js';
export { here, there as where, default, default as other } from './names.js';
export { local, fallback as default };
