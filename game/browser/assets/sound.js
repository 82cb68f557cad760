// Sounds: rattling dice, a roll won or lost, landing dice, your turn, the end. Synthesized from noise and tones,
// without files.

let context = null;
let noise = null; // half a second of it

function start() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  if (noise) return;
  noise = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
}

// Returns a gain that rises to `volume` at once and decays within `length` seconds, from `at` on.
function fading(at, length, volume) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(volume, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(context.destination);
  return gain;
}

// Plays a knocking die: a short noise around `pitch` hertz.
function knock(after, pitch, volume) {
  const at = context.currentTime + after;
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  source.buffer = noise;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 6;
  source.connect(filter).connect(fading(at, 0.05, volume));
  source.start(at, Math.random() * 0.4, 0.06);
}

function tone(after, pitch, length, volume, type = "triangle") {
  const at = context.currentTime + after;
  const source = context.createOscillator();
  source.type = type;
  source.frequency.value = pitch;
  source.connect(fading(at, length, volume));
  source.start(at);
  source.stop(at + length);
}

const melody = (pitches, step, length, volume) => pitches.forEach((pitch, i) => tone(i * step, pitch, length, volume));

const sounds = {
  roll: () => [...Array(9).keys()].forEach((i) => knock(i * 0.042 + Math.random() * 0.02, 1400 + Math.random() * 1600, 0.5)),
  won: () => {
    knock(0.34, 500, 0.9);
    melody([523, 784], 0.07, 0.22, 0.12);
  },
  lost: () => {
    [0, 0.06, 0.13, 0.22].forEach((after) => knock(after, 700 - after * 1500, 0.6));
    tone(0, 196, 0.3, 0.1);
  },
  drop: () => knock(0, 900 + Math.random() * 500, 0.4),
  turn: () => melody([659, 880], 0.11, 0.3, 0.09),
  victory: () => melody([523, 659, 784, 1047, 784, 1047], 0.13, 0.5, 0.12),
  defeat: () => melody([392, 330, 262], 0.22, 0.6, 0.1),
};

export function play(name) {
  start();
  sounds[name]?.();
}
