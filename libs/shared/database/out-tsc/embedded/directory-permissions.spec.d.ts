export {};
//# sourceMappingURL=directory-permissions.spec.d.ts.map