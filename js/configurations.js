/** The exact number of configurations, from residues that the engine counts, as in the Python package. */

/**
 * @param components For each: its least mines, and roughly the base-two logarithm of its ways.
 * @param sea The cells in no component, and `mines`, those for them and the components.
 * @param residuesOf The ways of a component modulo a prime, for each number of mines.
 */
export function configurationsOf(components, sea, mines, residuesOf) {
  let product = [1n];
  let left = mines;
  components.forEach(([least, log2Ways], number) => {
    left -= least;
    product = multiply(product, waysOf((prime) => residuesOf(number, prime), log2Ways));
  });
  return weighBySea(product, sea, left);
}

/** The ways of a component, by the Chinese remainder theorem. */
function waysOf(residuesOf, log2Ways) {
  let ways = [];
  let modulus = 1n;
  for (let prime = 2 ** 31 - 1; ; prime -= 2) {
    if (!isPrime(BigInt(prime))) continue;
    const residues = Array.from(residuesOf(prime), BigInt);
    const p = BigInt(prime);
    const inverse = power(modulus % p, p - 2n, p);
    ways = residues.map((residue, i) => {
      const way = ways[i] ?? 0n;
      const step = (((residue - way) * inverse) % p + p) % p;
      return way + modulus * step;
    });
    modulus *= p;
    if (modulus.toString(2).length > log2Ways + 2) return ways; // two more bits, as the logarithm is rounded
  }
}

/** The Miller-Rabin test. With these bases it is a proof below 3,215,031,751 (Jaeschke 1993). */
function isPrime(odd) {
  let twos = 0n;
  while (((odd - 1n) >> twos) % 2n === 0n) twos++;
  return [2n, 3n, 5n, 7n].every((base) => {
    let root = power(base, (odd - 1n) >> twos, odd);
    if (root === 1n || root === odd - 1n) return true;
    for (let i = 1n; i < twos; i++) {
      root = (root * root) % odd;
      if (root === odd - 1n) return true;
    }
    return false;
  });
}

/** @param {bigint} base @param {bigint} exponent @param {bigint} modulus */
function power(base, exponent, modulus) {
  let result = 1n;
  for (let square = base % modulus; exponent > 0n; exponent >>= 1n, square = (square * square) % modulus) {
    if (exponent % 2n === 1n) result = (result * square) % modulus;
  }
  return result;
}

/** @param {bigint[]} left @param {bigint[]} right */
function multiply(left, right) {
  /** @type {bigint[]} */
  const product = Array.from({ length: left.length + right.length - 1 }, () => 0n);
  left.forEach((a, i) => right.forEach((b, j) => (product[i + j] += a * b)));
  return product;
}

/** The sum of ways[k] C(sea, mines - k). */
function weighBySea(ways, sea, mines) {
  let total = 0n;
  /** @type {bigint|null} */
  let choose = null;
  ways.forEach((way, k) => {
    const rest = mines - k;
    if (rest < 0 || rest > sea) return;
    choose ??= binomial(sea, rest);
    total += way * choose;
    choose = (choose * BigInt(rest)) / BigInt(sea - rest + 1); // C(sea, rest - 1)
  });
  return total;
}

function binomial(n, k) {
  let result = 1n;
  for (let i = 1; i <= Math.min(k, n - k); i++) result = (result * BigInt(n - i + 1)) / BigInt(i);
  return result;
}
