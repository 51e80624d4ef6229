/** PatchBoard and a Schema Registry, with clients that share no code with either. */
package io.patchboard.standalone.registry;
