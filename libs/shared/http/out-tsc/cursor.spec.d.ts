export {};
//# sourceMappingURL=cursor.spec.d.ts.map