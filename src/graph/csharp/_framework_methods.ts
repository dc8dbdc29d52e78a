/**
 * Method names that types of the .NET libraries have too. A call of one says nothing about an extension method of
 * the repository that shares the name, because the type of its receiver is not known.
 */
export const FRAMEWORK_METHODS: ReadonlySet<string> = new Set(
  `Add AddRange All Any Append AppendFormat AppendLine Apply Aggregate AsEnumerable AsQueryable AsReadOnly AsSpan
  AsTask Average Begin BeginInvoke Bind Build Cast Clear Clone Close Combine Commit Compare CompareTo Complete Concat
  ConfigureAwait Contains ContainsKey ContinueWith Convert Copy CopyTo Count Create DefaultIfEmpty Delete Dequeue
  Dispose DisposeAsync Distinct ElementAt Empty End EndInvoke EndsWith Enqueue Equals Except Exists Execute Find
  FindAll FindIndex First FirstOrDefault Flush FlushAsync ForEach Format FromResult Get GetAsync GetAttribute GetAwaiter
  GetBytes GetConstructor GetConstructors GetCustomAttribute GetCustomAttributes GetEnumerator GetEvent GetField
  GetFields GetGenericArguments GetHashCode GetInterface GetInterfaces GetMember GetMembers GetMethod GetMethods
  GetProperties GetProperty GetRange GetResult GetService GetString GetType GetValue GetValueOrDefault GroupBy
  GroupJoin IndexOf Insert Intersect Invoke IsAssignableFrom IsDefined IsMatch IsNullOrEmpty Join Last LastIndexOf
  LastOrDefault LoadAsync Log LongCount Match Max Min Move MoveNext Next OfType Open OrderBy OrderByDescending Pad
  PadLeft PadRight Parse Peek Pop PostAsync Prepend Print Push Put PutAsync Range Read ReadAsync ReadLine ReadToEnd
  ReadToEndAsync Remove RemoveAll RemoveAt RemoveRange Repeat Replace Reset Resolve Reverse Run Save SaveAsync
  SaveChanges SaveChangesAsync Seek Select SelectMany Send SendAsync SequenceEqual Set SetAttribute SetValue Single
  SingleOrDefault Skip SkipWhile Slice Sort Split Start StartsWith Stop Substring Subscribe Sum Take TakeWhile ThenBy
  ThenByDescending Throw ToArray ToArrayAsync ToCharArray ToDictionary ToDictionaryAsync ToHashSet ToList ToListAsync
  ToLookup ToLower ToLowerInvariant ToString ToUniversalTime ToUpper ToUpperInvariant Trim TrimEnd TrimStart TryAdd
  TryGetValue TryParse Union Update Use Validate Wait WaitAsync WhenAll WhenAny Where With Write WriteAsync WriteLine
  WriteLineAsync Zip`.split(/\s+/),
);
