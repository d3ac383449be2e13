/* SPDX-License-Identifier: Apache-2.0
 *
 * Nothing is called from outside: the library is preloaded (guest.c).
 */
