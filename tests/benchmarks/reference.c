/* What a tree of side × side rooms costs in plain C: the unit of the benchmark. No import, no seed that can be
 * checked, no recipe, no check: the least that any generator has to do. Each function returns how many walls it
 * opened, side² − 1. Arrays of 32 bits, a random number in a multiplication (xorshift64*), a byte of open walls a room:
 * 1 to the right, 2 below. */
#include <stdint.h>
#include <stdlib.h>

static uint64_t seed = 0x853C49E6748FEA9BULL;

static inline uint32_t draw(void)
{
    seed ^= seed >> 12;
    seed ^= seed << 25;
    seed ^= seed >> 27;
    return (uint32_t)((seed * 0x2545F4914F6CDD1DULL) >> 32);
}

static inline uint32_t below(uint32_t n) { return (uint32_t)(((uint64_t)draw() * n) >> 32); }

static inline int32_t root(int32_t *above, int32_t v)
{
    while (above[v] != v)
        v = above[v] = above[above[v]];
    return v;
}

/* Kruskal's tree: all walls, shuffled (Fisher–Yates), and disjoint sets with path halving. */
int32_t kruskal(int32_t side)
{
    int32_t rooms = side * side, walls = 2 * (rooms - side), count = 0, opened = 0;
    int32_t *u = malloc(4 * (size_t)walls), *v = malloc(4 * (size_t)walls), *above = malloc(4 * (size_t)rooms);
    uint8_t *open = calloc(rooms, 1);
    for (int32_t room = 0; room < rooms; room++) {
        above[room] = room;
        if ((room + 1) % side) { u[count] = room; v[count++] = room + 1; }
        if (room + side < rooms) { u[count] = room; v[count++] = room + side; }
    }
    for (int32_t i = walls - 1; i > 0; i--) {
        int32_t j = (int32_t)below(i + 1), a = u[i], b = v[i];
        u[i] = u[j]; v[i] = v[j];
        u[j] = a; v[j] = b;
    }
    for (int32_t i = 0; i < walls && opened < rooms - 1; i++) {
        int32_t a = root(above, u[i]), b = root(above, v[i]);
        if (a != b) {
            above[a] = b;
            open[u[i]] |= v[i] == u[i] + 1 ? 1 : 2;
            opened++;
        }
    }
    free(u); free(v); free(above); free(open);
    return opened;
}

/* The growing tree; which: 0 the latest room, 1 any, 2 one or the other. A room that is done gives its place to the last. */
int32_t growing_tree(int32_t side, int32_t which)
{
    int32_t rooms = side * side, live = 1, opened = 0;
    int32_t *active = malloc(4 * (size_t)rooms);
    uint8_t *reached = calloc(rooms, 1), *open = calloc(rooms, 1);
    active[0] = (int32_t)below(rooms);
    reached[active[0]] = 1;
    while (live) {
        int32_t at = which == 0 || (which == 2 && (draw() & 1)) ? live - 1 : (int32_t)below(live);
        int32_t v = active[at], column = v % side, found = 0, ways[4];
        if (column + 1 < side && !reached[v + 1]) ways[found++] = v + 1;
        if (column > 0 && !reached[v - 1]) ways[found++] = v - 1;
        if (v + side < rooms && !reached[v + side]) ways[found++] = v + side;
        if (v >= side && !reached[v - side]) ways[found++] = v - side;
        if (!found) {
            active[at] = active[--live];
            continue;
        }
        int32_t w = ways[below(found)], low = w < v ? w : v;
        reached[w] = 1;
        open[low] |= v + w == 2 * low + 1 ? 1 : 2;
        active[live++] = w;
        opened++;
    }
    free(active); free(reached); free(open);
    return opened;
}
