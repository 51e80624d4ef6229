/** What each part of PatchBoard must be allowed to do on a Kafka with an authorizer, and nothing more. */
package io.patchboard.standalone.acl;
