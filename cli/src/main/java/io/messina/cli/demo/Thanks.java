package io.messina.cli.demo;

/**
 * What became of the thanks.
 *
 * @param accepted how many messages the server has accepted
 * @param sent how many the receiver has, as the server knows
 * @param received how many it has got by its own count
 * @param uncertain of how many nobody knows
 */
record Thanks(long accepted, long sent, long received, long uncertain) {}
